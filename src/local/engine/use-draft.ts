import { useEffect, useState } from 'react';
import { drafts } from './drafts.ts';

/** What was typed under this name before and not saved, once it is read from the device. */
export function useDraft<Values>(key: string): { isLoading: boolean; values: Values | undefined } {
  const [read, setRead] = useState<{ key: string; values: Values | undefined }>();
  useEffect(() => {
    let wanted = true;
    void drafts.read(key).then((values) => {
      if (wanted) setRead({ key, values: values as Values | undefined });
    });
    return () => {
      wanted = false;
    };
  }, [key]);
  const isLoading = read?.key !== key;
  return { isLoading, values: isLoading ? undefined : read.values };
}
