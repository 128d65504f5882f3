import { Marker } from '@vis.gl/react-maplibre';
import { MapPin } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Popover, PopoverContent, PopoverTrigger } from '#src/components/popover.tsx';

interface PointMarkerProps {
  label: string;
  latitude: number;
  longitude: number;
  /** What its popover holds. */
  children: ReactNode;
}

/** How long a pointer may be on its way from the marker into the popover, in milliseconds. */
const grace = 200;

/** A marker whose popover opens at once under a mouse, and by key or touch when it is pressed. */
export function PointMarker({ label, latitude, longitude, children }: PointMarkerProps) {
  const [openedBy, setOpenedBy] = useState<'hover' | 'press'>();
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hover = {
    onPointerEnter: ({ pointerType }: { pointerType: string }) => {
      clearTimeout(leaving.current);
      if (pointerType === 'mouse') setOpenedBy((already) => already ?? 'hover');
    },
    onPointerLeave: () => {
      leaving.current = setTimeout(() => setOpenedBy((by) => (by === 'hover' ? undefined : by)), grace);
    },
  };
  return (
    <Marker latitude={latitude} longitude={longitude} anchor="bottom">
      <Popover
        open={openedBy !== undefined}
        onOpenChange={(isOpen) => setOpenedBy(isOpen ? 'press' : undefined)}
      >
        <PopoverTrigger
          {...hover}
          // Pressing what hovering has opened already keeps it open.
          onClick={(event) => {
            if (openedBy !== 'hover') return;
            event.preventDefault();
            setOpenedBy('press');
          }}
          aria-label={label}
          className="flex size-11 items-end justify-center rounded-full text-brand-ink [&_svg]:size-9 [&_svg]:fill-surface [&_svg]:drop-shadow-sm"
        >
          <MapPin aria-hidden />
        </PopoverTrigger>
        <PopoverContent
          {...hover}
          aria-label={label}
          align="center"
          side="top"
          sideOffset={2}
          className="w-72"
          // Hovering must not move the focus.
          onOpenAutoFocus={(event) => openedBy === 'hover' && event.preventDefault()}
          onCloseAutoFocus={(event) => openedBy === 'hover' && event.preventDefault()}
        >
          {children}
        </PopoverContent>
      </Popover>
    </Marker>
  );
}
