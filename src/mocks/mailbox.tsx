import { useEffect, useState } from 'react';
import { EmptyState } from '#src/components/empty-state.tsx';
import type { KeptMail } from './protocol.ts';

/** Milliseconds between two looks into the mailbox. */
const lookEvery = 1_000;

/** What the product mailed, newest first, with links that can be followed. */
export function Mailbox() {
  const [mails, setMails] = useState<KeptMail[]>([]);
  useEffect(() => {
    const look = async () => {
      const response = await fetch('/mocked/mails');
      setMails((await response.json()) as KeptMail[]);
    };
    void look();
    const timer = setInterval(() => void look(), lookEvery);
    return () => clearInterval(timer);
  }, []);

  if (mails.length === 0) return <EmptyState title="No mail yet" />;
  return (
    <ul className="flex flex-col gap-4">
      {mails.map(({ id, recipient, subject, content, sent_at }) => (
        <li key={id} className="rounded-lg border border-line p-4">
          <h3 className="font-semibold">{subject}</h3>
          <p className="text-muted text-sm">
            To {recipient}, <time dateTime={sent_at}>{new Date(sent_at).toLocaleTimeString()}</time>
          </p>
          <p className="mt-2 whitespace-pre-wrap break-words text-sm">
            <WithLinks text={content} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A text in which addresses of the product can be followed. */
function WithLinks({ text }: { text: string }) {
  const addresses = new RegExp(`(${location.origin}/\\S+)`);
  return text.split(addresses).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move
      <a key={index} href={part} className="text-brand-ink underline">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
