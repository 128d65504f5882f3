import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '#src/app/failure.ts';
import { fetchFile } from '#src/app/fetch-file.ts';
import { Button } from '#src/components/button.tsx';
import { Progress } from '#src/components/progress.tsx';
import { toast } from '#src/components/toast.ts';
import { saveFile } from '#src/lib/save-file.ts';

const fileName = 'all-posts.csv';
const interrupted = 'The export did not come through. Please try again.';

/** Hands all posts of one's organization over as a file, and shows how far it has come. */
export function ExportPosts() {
  const [percent, setPercent] = useState<number | null>(null);
  const download = useMutation({
    mutationFn: async () => saveFile(fileName, await fetchExport(setPercent)),
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

/** The file as the server sends it. Rejects where it is not sent to its end. */
async function fetchExport(onProgress: (percent: number) => void): Promise<Blob> {
  const response = await fetchFile(`/api/posts/${fileName}`, interrupted);
  if (!response.body) throw new Error(interrupted);
  const total = Number(response.headers.get('x-total-count')) + 1;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let rows = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    rows += value.filter((byte) => byte === 10).length;
    onProgress(Math.min(100, (100 * rows) / total));
  }
  return new Blob(chunks, { type: 'text/csv' });
}
