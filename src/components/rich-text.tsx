import { Fragment } from 'react';
import type { RichTextPart } from '#src/lib/rich-text.ts';
import { ExternalLink, Link } from './link.tsx';

/** Renders a user's text with mentions and web addresses as links. Keeps line breaks. */
export function RichText({ parts }: { parts: readonly RichTextPart[] }) {
  return parts.map((part, index) =>
    part.kind === 'mention' ? (
      <Link key={index} to="/user/$userId" params={{ userId: part.userId }} className="font-medium">
        {part.text}
      </Link>
    ) : part.kind === 'link' ? (
      <ExternalLink key={index} href={part.href} className="wrap-anywhere">
        {part.text}
      </ExternalLink>
    ) : (
      <Fragment key={index}>{part.text}</Fragment>
    ),
  );
}
