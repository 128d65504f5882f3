import { feedbackInput } from '#server/feedback/feedback.schema.ts';
import { trpc } from '#src/app/api.ts';
import { showFailure, useSchemaForm } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { toast } from '#src/components/toast.ts';
import { texts } from './contact-us.texts.ts';
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
      toast.success(texts.saved);
    } catch (error) {
      showFailure(form, error);
      toast.failed(texts.notSaved);
    }
  });

  return (
    <Page title={texts.contactUs} lead={texts.lead}>
      <NeedsConnection deed={texts.writingToUs} />
      <form onSubmit={submit} noValidate className="mt-2 flex flex-col gap-5">
        <TextField
          label={texts.fullName}
          autoComplete="name"
          required
          error={errors.fullName?.message}
          {...form.register('fullName')}
        />
        <TextField
          label={texts.contactEmail}
          type="email"
          autoComplete="email"
          required
          error={errors.contactEmail?.message}
          {...form.register('contactEmail')}
        />
        <TextField
          label={texts.address}
          autoComplete="street-address"
          error={errors.address?.message}
          {...form.register('address')}
        />
        <Textarea
          label={texts.concern}
          rows={6}
          required
          error={errors.description?.message}
          {...form.register('description')}
        />
        <FormError message={errors.root?.message} />
        <Button type="submit" size="lg" className="self-start" loading={send.isPending}>
          {texts.send}
        </Button>
      </form>
    </Page>
  );
}
