import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { RichText } from '#src/components/rich-text.tsx';
import { cutRichText, parseRichText } from '#src/lib/rich-text.ts';
import * as texts from './texts.ts';

/** How much is shown at first, in characters. */
const shown = 250;

/** Renders the beginning of a description; See More shows all of it. */
export function PostDescription({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const whole = parseRichText(text);
  const cut = cutRichText(whole, shown);
  return (
    <div className="flex flex-col items-start gap-1">
      <p dir="auto" className="whitespace-pre-line text-pretty wrap-anywhere">
        <RichText parts={isWhole ? whole : cut.parts} />
      </p>
      {cut.isCut && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? texts.seeLess : texts.seeMore}
        </Button>
      )}
    </div>
  );
}
