import { feedbackInput } from '#server/feedback/feedback.schema.ts';
import { trpc } from '#src/app/api.ts';
import { showFailure, useSchemaForm } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { toast } from '#src/components/toast.ts';
import { Page } from './page.tsx';

const blank = { fullName: '', contactEmail: '', address: '', description: '' };

export function ContactUsScreen() {
  const send = trpc.feedback.send.useMutation();
  const form = useSchemaForm(feedbackInput, blank);
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      await send.mutateAsync(input);
      form.reset(blank);
      toast.success('Feedback saved.');
    } catch (error) {
      showFailure(form, error);
      toast.failed('Feedback not saved');
    }
  });

  return (
    <Page
      title="Contact us"
      lead="Have a concern, a question or an idea? We read everything and answer by email."
    >
      <NeedsConnection deed="Writing to us" />
      <form onSubmit={submit} noValidate className="mt-2 flex flex-col gap-5">
        <TextField
          label="Full name"
          autoComplete="name"
          required
          error={errors.fullName?.message}
          {...form.register('fullName')}
        />
        <TextField
          label="Contact email"
          type="email"
          autoComplete="email"
          required
          error={errors.contactEmail?.message}
          {...form.register('contactEmail')}
        />
        <TextField
          label="Address"
          autoComplete="street-address"
          error={errors.address?.message}
          {...form.register('address')}
        />
        <Textarea
          label="Concern/Question"
          rows={6}
          required
          error={errors.description?.message}
          {...form.register('description')}
        />
        <FormError message={errors.root?.message} />
        <Button type="submit" size="lg" className="self-start" loading={send.isPending}>
          Send
        </Button>
      </form>
    </Page>
  );
}
