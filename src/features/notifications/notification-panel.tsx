import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { Link } from '#src/components/link.tsx';
import type { OnDemandProps } from '#src/components/on-demand.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#src/components/popover.tsx';
import { markAllRead } from './mark-all.ts';
import { NotificationList } from './notification-list.tsx';
import { texts } from './notification-panel.texts.ts';
import { texts as listTexts } from './texts.ts';

/** How many notifications the dropdown shows. */
const shownInMenu = 10;

/** The newest notifications, in a panel below its trigger. */
export function NotificationPanel({ unread, children, defaultOpen }: OnDemandProps & { unread: number }) {
  const [isOpen, setIsOpen] = useState(defaultOpen);
  const close = () => setIsOpen(false);
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>{children}</PopoverTrigger>
      <PopoverContent
        aria-label={texts.notifications}
        className="flex w-[500px] flex-col overflow-hidden p-0"
      >
        <div className="flex items-center justify-between gap-3 border-line border-b py-2 pr-2 pl-4 sm:pl-5">
          <h2 className="font-semibold">{texts.notifications}</h2>
          <Button variant="quiet" size="sm" disabled={unread === 0} onClick={() => void markAllRead()}>
            {listTexts.markAll.markAllAsRead}
          </Button>
        </div>
        <div className="min-h-0 overflow-y-auto overscroll-contain">
          <NotificationList limit={shownInMenu} bare onOpen={close} />
        </div>
        <div className="border-line border-t px-4 py-3 text-center">
          <Link to="/notification/all" variant="action" onClick={close}>
            {texts.seeAll}
          </Link>
        </div>
      </PopoverContent>
    </Popover>
  );
}
