import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { type ReminderMinutes, reminderMinutes } from '#server/reminders/reminder-rules.schema.ts';
import { Button } from '#src/components/button.tsx';
import { Select } from '#src/components/select.tsx';
import { toast } from '#src/components/toast.ts';
import { useNow } from '#src/lib/server-clock.ts';
import { texts as choices } from './reminder-choice.texts.ts';
import * as texts from './texts.ts';

interface ReminderChoiceProps {
  post: PostView;
  onChoose: (minutes: ReminderMinutes | null) => void;
}

const none = 'none';

/** When the viewer is reminded of a post before it begins, and whether on this device, too. Nothing once it is too late. */
export function ReminderChoice({ post, onChoose }: ReminderChoiceProps) {
  const { reminder, startDateTime } = post;
  const ahead = useNow((now) =>
    reminderMinutes
      .filter((minutes) => Date.parse(startDateTime ?? '') - minutes * 60_000 > now.getTime())
      .join(' '),
  );
  const offered = new Set(ahead.split(' ').filter(Boolean).map(Number));
  const shown = reminderMinutes.filter((minutes) => offered.has(minutes) || minutes === reminder);
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Select
        label={texts.reminder}
        hideLabel
        className="w-64"
        options={[
          { value: none, label: texts.noReminder },
          ...shown.map((minutes) => ({
            value: String(minutes),
            label: choices.remindMe(minutes),
            disabled: !offered.has(minutes),
          })),
        ]}
        value={reminder === null ? none : String(reminder)}
        onValueChange={(value) =>
          onChoose(reminderMinutes.find((minutes) => String(minutes) === value) ?? null)
        }
      />
      {reminder !== null && <OnThisDevice />}
    </div>
  );
}

/** How the reminder comes, and what adds this device, where it can show notifications. */
function OnThisDevice() {
  const [permission, setPermission] = useState(() =>
    'Notification' in globalThis ? Notification.permission : 'denied',
  );
  async function ask() {
    const answer = await Notification.requestPermission();
    setPermission(answer);
    if (answer === 'denied') toast.failed(texts.notificationsBlocked);
  }
  return (
    <>
      <span className="text-muted text-xs">
        {permission === 'granted' ? texts.remindsOnDevice : texts.remindsByMail}
      </span>
      {permission === 'default' && (
        <Button variant="quiet" size="sm" onClick={() => void ask()}>
          <Smartphone aria-hidden /> {texts.alsoOnThisDevice}
        </Button>
      )}
    </>
  );
}
