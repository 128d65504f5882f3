import { useState } from 'react';
import YetAnotherLightbox, { type SlideImage } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import './lightbox.css';
import { floatingRoot } from '#src/lib/floating-root.ts';
import { texts as ownTexts } from './lightbox.texts.ts';
import * as texts from './texts.ts';

/** A picture to be shown in full. */
export type LightboxPicture = Pick<SlideImage, 'src' | 'srcSet' | 'width' | 'height'> & {
  /** What it shows: read by screen readers, and written below it. */
  description: string;
};

interface LightboxProps {
  pictures: readonly LightboxPicture[];
  /** The one that is shown first. */
  index: number;
  onClose: () => void;
}

/**
 * Pictures over the whole screen, one after the other: by swiping, arrow keys or buttons; enlarged by pinching, a
 * double tap, + and −; closed by Escape or by pulling down. The focus goes back to where it was.
 */
export function Lightbox({ pictures, index, onClose }: LightboxProps) {
  // In the dialog that is open, if any: all outside it takes no clicks.
  const [root] = useState(
    () => document.querySelector<HTMLElement>('[data-floating-root]') && floatingRoot(),
  );
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={index}
      slides={pictures.map(({ description, ...picture }, at) => ({
        ...picture,
        alt: description || ownTexts.picture(at + 1, pictures.length),
        ...(description && { description }),
      }))}
      plugins={[Captions, Zoom]}
      captions={{ descriptionTextAlign: 'center', descriptionMaxLines: 4 }}
      zoom={{ maxZoomPixelRatio: 3, scrollToZoom: true }}
      carousel={{ finite: true, padding: 0 }}
      controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
      portal={{ root }}
      labels={{
        Lightbox: texts.pictures,
        'Photo gallery': texts.pictures,
        Previous: texts.previousPicture,
        Next: texts.nextPicture,
      }}
      render={pictures.length > 1 ? {} : { buttonPrev: () => null, buttonNext: () => null }}
    />
  );
}
