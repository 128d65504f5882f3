import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { Badge } from '#src/components/badge.tsx';
import { IconButton } from '#src/components/button.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { cn } from '#src/lib/cn.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { texts } from './post-form.texts.ts';
import type { PostForm } from './post-form.ts';

interface ImageListProps {
  form: PostForm;
  /** Each with the key that stays its own when it moves. */
  images: readonly { id: string; path: string }[];
  onMove: (from: number, to: number) => void;
  onDelete: (index: number) => void;
}

/** Pictures in their order: dragged by the handle, or moved by buttons; each with its description. */
export function ImageList({ form, images, onMove, onDelete }: ImageListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (id: unknown) => images.findIndex((image) => image.id === id);
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onMove(place(active.id), place(over.id));
  };
  const nameOf = (id: unknown) => texts.imageList.image(place(id) + 1);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => texts.imageList.pickedUp(nameOf(active.id)),
          onDragOver: ({ active, over }) =>
            over ? texts.imageList.isAt(nameOf(active.id), place(over.id) + 1, images.length) : undefined,
          onDragEnd: ({ over }) =>
            over ? texts.imageList.droppedAt(place(over.id) + 1) : texts.imageList.dropped,
          onDragCancel: ({ active }) => texts.imageList.stays(nameOf(active.id)),
        },
        screenReaderInstructions: {
          draggable: texts.imageList.instructions,
        },
      }}
      onDragEnd={drop}
    >
      <SortableContext items={images.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className="flex flex-col gap-3">
          {images.map((image, index) => (
            <Item
              key={image.id}
              form={form}
              image={image}
              index={index}
              last={images.length - 1}
              onMove={onMove}
              onDelete={onDelete}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

interface ItemProps extends Omit<ImageListProps, 'images'> {
  image: ImageListProps['images'][number];
  index: number;
  /** The index of the last image. */
  last: number;
}

function Item({ form, image, index, last, onMove, onDelete }: ItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({
      id: image.id,
    });
  const description = useWatch({ control: form.control, name: `images.${index}.description` });
  const error = form.formState.errors.images?.[index];
  return (
    <li
      ref={setNodeRef}
      style={{
        transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
        transition,
      }}
      className={cn(
        'flex flex-wrap items-start gap-3 rounded-lg border border-line bg-surface p-3',
        isDragging && 'relative z-10 shadow-float',
      )}
    >
      <span className="relative w-28 shrink-0">
        <img
          src={pictureUrl(image.path, 400)}
          alt=""
          className="aspect-video w-full rounded-md bg-sunken object-cover"
        />
        {index === 0 && <Badge className="absolute top-1 left-1">{texts.imageList.default}</Badge>}
      </span>
      <div className="flex min-w-0 flex-1 basis-44 flex-col gap-1">
        <TextField
          label={texts.imageList.descriptionOf(index + 1)}
          hideLabel
          placeholder={texts.imageList.whatItShows}
          help={description?.trim() ? undefined : texts.imageList.describeIt}
          error={error?.description?.message ?? error?.path?.message}
          {...form.register(`images.${index}.description`)}
        />
        <span className="flex flex-wrap gap-1">
          {last > 0 && (
            <IconButton
              ref={setActivatorNodeRef}
              label={texts.imageList.drag(index + 1)}
              className="cursor-grab touch-none"
              {...attributes}
              {...listeners}
            >
              <GripVertical />
            </IconButton>
          )}
          <IconButton
            label={texts.imageList.moveEarlier}
            disabled={index === 0}
            onClick={() => onMove(index, index - 1)}
          >
            <ArrowUp />
          </IconButton>
          <IconButton
            label={texts.imageList.moveLater}
            disabled={index === last}
            onClick={() => onMove(index, index + 1)}
          >
            <ArrowDown />
          </IconButton>
          <IconButton label={texts.imageList.delete(index + 1)} onClick={() => onDelete(index)}>
            <Trash2 />
          </IconButton>
        </span>
      </div>
    </li>
  );
}
