import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { Progress } from '#src/components/progress.tsx';
import { toast } from '#src/components/toast.ts';
import { saveFile } from '#src/lib/save-file.ts';
import { failureOf } from './failure.ts';
import { fetchCsv } from './fetch-csv.ts';
import * as texts from './texts.ts';

interface ExportCsvProps {
  /** Where the table comes from. */
  path: string;
  fileName: string;
  label?: string;
  size?: 'sm' | 'md';
}

/** Downloads a table as a file, and shows the progress. */
export function ExportCsv({ path, fileName, label = texts.exportToCsv, size = 'sm' }: ExportCsvProps) {
  const [percent, setPercent] = useState<number | null>(null);
  const download = useMutation({
    mutationFn: async () => saveFile(fileName, await fetchCsv(path, setPercent)),
    onMutate: () => setPercent(null),
    onError: (error) => toast.failed(failureOf(error).message, { title: texts.failed }),
  });
  return (
    <>
      <Button variant="secondary" size={size} loading={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden /> {label}
      </Button>
      {download.isPending && <Progress label={texts.exporting} value={percent} className="w-full" />}
    </>
  );
}
