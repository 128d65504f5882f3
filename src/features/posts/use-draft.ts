import { useEffect, useState } from 'react';
import { drafts } from '#src/local/drafts.ts';
import type { PostFormValues } from './post-form.ts';

/** What was typed under this name before and not saved, once it is read from the device. */
export function useDraft(key: string): { isLoading: boolean; values: PostFormValues | undefined } {
  const [read, setRead] = useState<{ key: string; values: PostFormValues | undefined }>();
  useEffect(() => {
    let wanted = true;
    void drafts.read(key).then((values) => {
      if (wanted) setRead({ key, values: values as PostFormValues | undefined });
    });
    return () => {
      wanted = false;
    };
  }, [key]);
  const isLoading = read?.key !== key;
  return { isLoading, values: isLoading ? undefined : read.values };
}
