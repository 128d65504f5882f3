import { CalendarArrowDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { toast } from '#src/components/toast.ts';
import { failureOf } from './failure.ts';
import * as texts from './texts.ts';

interface CalendarFileButtonProps {
  postId: string;
  className?: string | undefined;
}

/** Hands a post with a date over as a file that other calendar programs take. */
export function CalendarFileButton({ postId, className }: CalendarFileButtonProps) {
  const [isLoading, setIsLoading] = useState(false);
  async function download() {
    setIsLoading(true);
    try {
      const [{ fetchFile }, { saveFile }] = await Promise.all([
        import('./fetch-file.ts'),
        import('#src/lib/save-file.ts'),
      ]);
      const response = await fetchFile(`/api/posts/${postId}/calendar.ics`, texts.downloadFailed);
      saveFile('event.ics', await response.blob());
    } catch (error) {
      toast.failed(failureOf(error).message, { title: texts.failed });
    } finally {
      setIsLoading(false);
    }
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      className={className}
      loading={isLoading}
      onClick={() => void download()}
    >
      <CalendarArrowDown aria-hidden />
      {texts.calendarFile}
    </Button>
  );
}
