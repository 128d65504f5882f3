import { ExportCsv } from '#src/app/export-csv.tsx';

/** Downloads a list as a file. */
export function ExportList({ id }: { id: string }) {
  return <ExportCsv path={`/api/cultivations/${id}/users.csv`} fileName="cultivation-list.csv" />;
}
