import { useEffect, useEffectEvent, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { type CropArea, cropPicture } from '#src/lib/crop-picture.ts';
import { Button } from './button.tsx';
import { Dialog, DialogContent } from './dialog.tsx';
import { Slider } from './slider.tsx';
import { Spinner } from './spinner.tsx';
import * as texts from './texts.ts';

interface PictureEditorProps {
  file: File;
  shape: 'square' | 'circle';
  /** The chosen part as a square of 400 by 400 pixels: a data URL. */
  onDone: (picture: string) => void;
  onClose: () => void;
  /** The file cannot be shown as a picture. */
  onReject: () => void;
}

/** The slider goes from 0 to 300, which enlarges one to four times. */
const zoomRange = { min: 0, max: 300, step: 5 } as const;
const scaleOf = (zoom: number) => 1 + zoom / 100;
const zoomOf = (scale: number) => Math.round((scale - 1) * 100);

/** Lets people choose which part of a picture stands for them: by dragging, pinching, wheel or keys. */
export function PictureEditor({ file, shape, onDone, onClose, onReject }: PictureEditorProps) {
  const url = usePictureUrl(file, onReject);
  const image = useRef<HTMLImageElement | null>(null);
  const area = useRef<CropArea | null>(null);
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState<number>(zoomRange.min);
  const [isReady, setIsReady] = useState(false);

  function finish() {
    if (image.current && area.current) onDone(cropPicture(image.current, area.current));
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={texts.choosePart}
        description={texts.choosePartHint}
        size="sm"
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button onClick={finish} disabled={!isReady}>
              {texts.acceptPicture}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <div className="relative mx-auto flex aspect-square w-full max-w-100 items-center justify-center overflow-hidden rounded-lg bg-sunken">
            {url === undefined ? (
              <Spinner />
            ) : (
              <Cropper
                image={url}
                crop={position}
                zoom={scaleOf(zoom)}
                minZoom={scaleOf(zoomRange.min)}
                maxZoom={scaleOf(zoomRange.max)}
                aspect={1}
                cropShape={shape === 'circle' ? 'round' : 'rect'}
                objectFit="cover"
                showGrid={false}
                roundCropAreaPixels
                keyboardStep={8}
                onCropChange={setPosition}
                onZoomChange={(scale) => setZoom(zoomOf(scale))}
                onCropAreaChange={(_part, pixels) => {
                  area.current = pixels;
                  setIsReady(true);
                }}
                setImageRef={(reference) => {
                  image.current = reference.current;
                }}
                // The content security policy forbids a style sheet in the page; it is imported above.
                disableAutomaticStylesInjection
                mediaProps={{ alt: '' }}
                cropperProps={{ role: 'group', 'aria-label': texts.partOfPicture }}
              />
            )}
          </div>
          <Slider label={texts.zoom} value={zoom} onValueChange={setZoom} {...zoomRange} />
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** The file's address once it is known that the browser can show it; it is given back when no longer needed. */
function usePictureUrl(file: File, onReject: () => void): string | undefined {
  const [url, setUrl] = useState<string>();
  const reject = useEffectEvent(onReject);
  useEffect(() => {
    let made: string | undefined;
    let wanted = true;
    createImageBitmap(file).then(
      (bitmap) => {
        bitmap.close();
        if (!wanted) return;
        made = URL.createObjectURL(file);
        setUrl(made);
      },
      () => {
        if (wanted) reject();
      },
    );
    return () => {
      wanted = false;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}
