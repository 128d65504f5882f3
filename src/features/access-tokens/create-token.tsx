import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import { accessTokenBounds } from '#server/access-tokens/access-tokens.schema.ts';
import { type RouterOutputs, trpc, utils } from '#src/app/api.ts';
import { showFailure, useSchemaForm } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { Checkbox } from '#src/components/checkbox.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '#src/components/dialog.tsx';
import { Field } from '#src/components/field.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { texts } from './texts.ts';
import { inputOf, type TokenFormValues, tokenForm } from './token-form.ts';

/** A token as it is shown once. */
export type CreatedToken = RouterOutputs['accessTokens']['create'];

const scopes = ['read', 'write', 'messages', 'administration'] as const;

const blank: TokenFormValues = {
  name: '',
  scopes: ['read'],
  expiresInDays: String(accessTokenBounds.usualDays),
  allowedOrigins: '',
};

/** A button with a dialog that creates a token. What is typed outlives the dialog, until there is a token of it. */
export function CreateToken({ onCreated }: { onCreated: (token: CreatedToken) => void }) {
  const formId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const create = trpc.accessTokens.create.useMutation();
  const form = useSchemaForm(tokenForm, blank);
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      const created = await create.mutateAsync(inputOf(values));
      form.reset(blank);
      setIsOpen(false);
      onCreated(created);
    } catch (error) {
      showFailure(form, error);
    }
    // Also where it failed: a response can be lost whose token exists.
    void utils.accessTokens.list.invalidate();
  });

  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button>
          <Plus aria-hidden />
          {texts.create.createToken}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={texts.create.createToken}
        description={texts.create.hint}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{texts.create.cancel}</Button>
            </DialogClose>
            <Button type="submit" form={formId} loading={create.isPending}>
              {texts.create.createToken}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
          <NeedsConnection deed={texts.create.creating} />
          <TextField
            label={texts.create.name}
            help={texts.create.nameHelp}
            autoComplete="off"
            required
            error={errors.name?.message}
            {...form.register('name')}
          />
          <Controller
            control={form.control}
            name="scopes"
            render={({ field }) => (
              <Field label={texts.create.scopes} required group error={errors.scopes?.message}>
                {(control) => (
                  <div
                    role="group"
                    aria-labelledby={control['aria-labelledby']}
                    aria-describedby={control['aria-describedby']}
                  >
                    {scopes.map((scope, index) => (
                      <Checkbox
                        key={scope}
                        {...(index === 0 && { ref: field.ref })}
                        label={texts.scopes[scope].label}
                        help={texts.scopes[scope].help}
                        checked={field.value.includes(scope)}
                        onBlur={field.onBlur}
                        onCheckedChange={(isChecked) =>
                          field.onChange(
                            scopes.filter((other) =>
                              other === scope ? isChecked === true : field.value.includes(other),
                            ),
                          )
                        }
                      />
                    ))}
                  </div>
                )}
              </Field>
            )}
          />
          <TextField
            label={texts.create.expiresInDays}
            help={texts.create.expiresHelp(accessTokenBounds.mostDays)}
            inputMode="numeric"
            autoComplete="off"
            required
            error={errors.expiresInDays?.message}
            {...form.register('expiresInDays')}
          />
          <Textarea
            label={texts.create.origins}
            help={texts.create.originsHelp}
            rows={2}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.allowedOrigins?.message}
            {...form.register('allowedOrigins')}
          />
          <FormError message={errors.root?.message} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
