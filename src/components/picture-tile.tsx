interface PictureTileProps {
  src: string | undefined;
  /** What the picture shows. */
  alt: string;
  onOpen: () => void;
}

/** A picture in a grid, cropped to a square, that opens a dialog with the whole of it. */
export function PictureTile({ src, alt, onOpen }: PictureTileProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="block aspect-square w-full cursor-pointer overflow-hidden rounded-lg bg-sunken"
      onClick={onOpen}
    >
      <img
        src={src}
        alt={alt}
        loading="lazy"
        decoding="async"
        className="size-full object-cover transition-opacity hover:opacity-90"
      />
    </button>
  );
}
