import { createFileRoute } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { requireSignedIn } from '#src/app/guards.ts';
import { lazyDialog } from '#src/components/lazy-part.tsx';
import { TopConversations } from '#src/features/conversations/top-conversations.tsx';
import { DashboardScreen } from '#src/features/dashboard/dashboard-screen.tsx';
import { NotificationList } from '#src/features/notifications/notification-list.tsx';
import { Checklist } from '#src/features/profiles/checklist.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';
import { texts } from './-dashboard.texts.ts';

const PeopleDialog = lazyDialog(async () => {
  const [{ PeopleDialog: Dialog }, { BulkMessageButton }] = await Promise.all([
    import('#src/features/community/people-dialog.tsx'),
    import('#src/features/reach/bulk-message-button.tsx'),
  ]);
  return ({ of, onClose }: Omit<ComponentProps<typeof Dialog>, 'renderAction'>) => (
    <Dialog
      of={of}
      onClose={onClose}
      renderAction={(chosen) =>
        chosen.length > 0 ? (
          <BulkMessageButton label={texts.messageTo(chosen.length)} to={{ receiverIds: chosen }} />
        ) : of.kind === 'interacted' ? (
          <BulkMessageButton label={texts.messageToAll.interacted} to={{ people: { postId: of.postId } }} />
        ) : (
          <BulkMessageButton label={texts.messageToAll[of.kind]} to={{ connection: of.kind }} />
        )
      }
    />
  );
});

export const Route = createFileRoute('/dashboard')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="organization">
      <DashboardScreen
        checklist={<Checklist />}
        notifications={<NotificationList limit={5} />}
        conversations={<TopConversations limit={5} />}
        PeopleDialog={PeopleDialog}
      />
    </ForRole>
  ),
});
