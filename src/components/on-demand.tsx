import { type ComponentProps, type ComponentType, cloneElement, type ReactElement, useState } from 'react';
import * as texts from './texts.ts';
import { toast } from './toast.ts';

/** What a part that comes on demand gets: the button that opens it, and whether it is to be open from the start. */
export interface OnDemandProps {
  children: ReactElement<ComponentProps<'button'>>;
  defaultOpen: boolean;
}

/**
 * Returns a menu or panel whose code is too large for every page. At first only its button is rendered; the code loads
 * when the pointer or the focus comes near, and a press before that opens it once it has loaded. Where it cannot be
 * loaded, the button stays.
 * @param popup what opens, for screen readers
 * @param load brings the part, which renders the button and what it opens
 */
export function onDemand<Props extends OnDemandProps>(
  popup: 'menu' | 'dialog',
  load: () => Promise<ComponentType<Props>>,
) {
  return function OnDemand(props: Omit<Props, 'defaultOpen'>) {
    const [Part, setPart] = useState<ComponentType<Props>>();
    // The button stays, with its focus, until the code is there.
    if (Part) return <Part {...({ ...props, defaultOpen: true } as Props)} />;
    const fetchAhead = () => void load().catch(() => {});
    return cloneElement(props.children, {
      'aria-haspopup': popup,
      'aria-expanded': false,
      onPointerEnter: fetchAhead,
      onFocus: fetchAhead,
      onClick: () =>
        void load().then(
          (part) => setPart(() => part),
          () => toast.failed(texts.couldNotBeLoaded),
        ),
    });
  };
}
