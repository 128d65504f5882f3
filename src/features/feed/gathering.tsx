import { cn } from '#src/lib/cn.ts';

/** People of all colours round a well: the logo's idea as a picture. Decoration. */
export function Gathering({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 480 360" aria-hidden className={cn('text-brand-ink', className)}>
      <g fill="none" stroke="currentColor" strokeLinecap="round">
        {rings.map(({ radius, opacity }) => (
          <path
            key={radius}
            d={`M${centre.x - radius} ${centre.y}a${radius} ${radius} 0 0 0 ${radius * 2} 0`}
            strokeWidth="10"
            opacity={opacity}
          />
        ))}
      </g>
      {people.map(({ angle, distance, size, color }) => (
        <circle
          key={`${angle} ${distance}`}
          cx={centre.x + Math.cos((angle * Math.PI) / 180) * distance}
          cy={centre.y - Math.sin((angle * Math.PI) / 180) * distance}
          r={size}
          fill={color}
        />
      ))}
    </svg>
  );
}

const centre = { x: 240, y: 176 };

const rings = [
  { radius: 44, opacity: 0.6 },
  { radius: 86, opacity: 0.36 },
  { radius: 128, opacity: 0.2 },
  { radius: 170, opacity: 0.1 },
];

/** Angles in degrees, counterclockwise from the right; colours of the post types. */
const people = [
  { angle: 90, distance: 44, size: 22, color: 'var(--color-accent)' },
  { angle: 28, distance: 108, size: 17, color: 'var(--color-post-event)' },
  { angle: 66, distance: 128, size: 15, color: 'var(--color-post-volunteering)' },
  { angle: 112, distance: 124, size: 18, color: 'var(--color-post-project)' },
  { angle: 153, distance: 110, size: 15, color: 'var(--color-post-in-kind)' },
  { angle: 12, distance: 168, size: 13, color: 'var(--color-post-advocacy)' },
  { angle: 168, distance: 170, size: 13, color: 'var(--color-brand)' },
  { angle: 48, distance: 190, size: 10, color: 'var(--color-brand)' },
  { angle: 132, distance: 184, size: 11, color: 'var(--color-post-advocacy)' },
];
