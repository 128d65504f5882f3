import { useState } from 'react';
import { intents } from '#src/app/intent.ts';
import { Button } from '#src/components/button.tsx';
import { promiseText } from './intent.texts.ts';
import * as texts from './texts.ts';

/** Says what will be done after signing in, which the visitor can take back. */
export function IntentNotice({ next }: { next: string | undefined }) {
  const [intent, setIntent] = useState(() => intents.of(next));
  if (!intent) return null;
  function forget() {
    intents.forget();
    setIntent(undefined);
  }
  return (
    <div className="flex items-center justify-between gap-3 rounded-lg bg-brand-soft py-1.5 pr-2 pl-4 text-brand-ink text-sm">
      <p className="wrap-anywhere min-w-0">{promiseText(intent)}</p>
      <Button variant="quiet" size="sm" onClick={forget}>
        {texts.notNow}
      </Button>
    </div>
  );
}
