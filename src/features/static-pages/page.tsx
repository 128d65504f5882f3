import type { ReactNode } from 'react';
import { Title } from '#src/components/title.tsx';

/** A page of running text, in one reading column. */
export function Page({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <article className="mx-auto flex max-w-reading flex-col gap-4 py-4 [&_h2]:mt-5 [&_h2]:font-semibold [&_h2]:text-xl [&_li]:mt-1.5 [&_ul]:list-disc [&_ul]:pl-5">
      <Title>{title}</Title>
      <h1 className="font-bold text-3xl">{title}</h1>
      <p className="text-lg text-muted">{lead}</p>
      {children}
    </article>
  );
}
