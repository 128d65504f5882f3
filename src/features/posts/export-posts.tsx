import { ExportCsv } from '#src/app/export-csv.tsx';

const fileName = 'all-posts.csv';

/** Downloads all posts of one's organization as a file. */
export function ExportPosts() {
  return <ExportCsv path={`/api/posts/${fileName}`} fileName={fileName} size="md" />;
}
