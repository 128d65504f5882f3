import { useMutation } from '@tanstack/react-query';
import { CalendarArrowDown } from 'lucide-react';
import { Button } from '#src/components/button.tsx';
import { toast } from '#src/components/toast.ts';
import { saveFile } from '#src/lib/save-file.ts';
import { failureOf } from './failure.ts';
import { fetchFile } from './fetch-file.ts';

interface CalendarFileButtonProps {
  postId: string;
  className?: string | undefined;
}

/** Hands a post with a date over as a file that other calendar programs take. */
export function CalendarFileButton({ postId, className }: CalendarFileButtonProps) {
  const download = useMutation({
    mutationFn: async () => {
      const answer = await fetchFile(
        `/api/posts/${postId}/calendar.ics`,
        'The file did not come through. Please try again.',
      );
      saveFile('event.ics', await answer.blob());
    },
    onError: (error) => toast.failed(failureOf(error).message, { title: 'Failed' }),
  });
  return (
    <Button
      variant="quiet"
      size="sm"
      className={className}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      <CalendarArrowDown aria-hidden />
      Calendar File
    </Button>
  );
}
