import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '#src/app/failure.ts';
import { fetchCsv } from '#src/app/fetch-csv.ts';
import { Button } from '#src/components/button.tsx';
import { Progress } from '#src/components/progress.tsx';
import { toast } from '#src/components/toast.ts';
import { saveFile } from '#src/lib/save-file.ts';

const fileName = 'all-posts.csv';

/** Hands all posts of one's organization over as a file, and shows how far it has come. */
export function ExportPosts() {
  const [percent, setPercent] = useState<number | null>(null);
  const download = useMutation({
    mutationFn: async () => saveFile(fileName, await fetchCsv(`/api/posts/${fileName}`, setPercent)),
    onMutate: () => setPercent(null),
    onError: (error) => toast.failed(failureOf(error).message, { title: 'Failed' }),
  });
  return (
    <>
      <Button variant="secondary" loading={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden /> Export To CSV
      </Button>
      {download.isPending && <Progress label="Export" value={percent} className="w-full" />}
    </>
  );
}
