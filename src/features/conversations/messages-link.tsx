import { Mail } from 'lucide-react';
import { CountBadge } from '#src/components/badge.tsx';
import { IconLink } from '#src/components/link.tsx';
import { useUnreadMessages } from '#src/local/collections/use-unread-messages.ts';
import { texts } from './messages-link.texts.ts';

/** The envelope in the header: how many messages are new. */
export function MessagesLink() {
  const unread = useUnreadMessages();
  return (
    <IconLink to="/conversation/all" label={texts.messages(unread)}>
      <Mail aria-hidden />
      <span aria-hidden className="absolute -top-0.5 -right-0.5">
        <CountBadge count={unread} />
      </span>
    </IconLink>
  );
}
