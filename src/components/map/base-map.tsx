import 'maplibre-gl/dist/maplibre-gl.css';
import { Layer, Map as MapLibre, type MapRef, Source, useMap } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import { Minus, Plus } from 'lucide-react';
import { type StyleSpecification, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { IconButton } from '#src/components/button.tsx';
import { ExternalLink } from '#src/components/link.tsx';
import * as texts from '#src/components/texts.ts';
import { fill } from '#src/lib/fill.ts';
import { trustedScriptUrl } from '#src/lib/trusted-script-url.ts';
import { type AttributionPart, attributionParts } from './attribution.ts';
import type { Bounds } from './bounds.ts';
import { type MapColors, useMapColors } from './colors.ts';
import { loadPiece, type Piece, type PieceName } from './pieces.ts';

setWorkerUrl(mapWorkerUrl());

/** MapLibre looks at the ending of the address, which is an object with the browser's Trusted Types. */
function mapWorkerUrl(): string {
  const url: unknown = trustedScriptUrl('gatherwell#map-worker', workerUrl);
  if (typeof url === 'string') return url;
  const ending = { endsWith: workerUrl.endsWith.bind(workerUrl), split: workerUrl.split.bind(workerUrl) };
  return Object.assign(url as object, ending) as unknown as string;
}

interface BaseMapProps {
  /** What the map shows, for those who hear it. */
  label: string;
  /** Where it starts. */
  start: { latitude: number; longitude: number; zoom: number } | { bounds: Bounds };
  /** Address of a style that replaces the built-in map. */
  styleUrl?: string | undefined;
  /** When what is shown has come to rest, at first and after each move. */
  onIdle?: (() => void) | undefined;
  /** What could not be loaded. */
  onError: (error: unknown) => void;
  ref?: Ref<MapRef>;
  children?: ReactNode;
}

/** From which zoom on a part of the built-in map is of use. */
const nearEnough: Record<PieceName, number> = { world: 0, cities: 2.5, regions: 2.5, counties: 6 };

/** Nothing but the order of the built-in layers: each goes below the one that is named after it. */
const order: StyleSpecification = {
  version: 8,
  sources: {},
  layers: ['water', 'land', 'lakes', 'lines', 'names'].map((name) => ({
    id: `over-${name}`,
    type: 'background',
    layout: { visibility: 'none' },
  })),
};

/**
 * The map under everything: countries, regions, lakes and cities from files of ours, or the style of a service that
 * the installation names. Arrow keys move it, plus and minus zoom.
 */
export function BaseMap({ label, start, styleUrl, onIdle, onError, ref, children }: BaseMapProps) {
  const [zoom, setZoom] = useState('zoom' in start ? start.zoom : 0);
  const [isLoaded, setIsLoaded] = useState(false);
  const isBuiltIn = styleUrl === undefined;
  return (
    <MapLibre
      ref={ref ?? null}
      initialViewState={
        'bounds' in start ? { bounds: start.bounds, fitBoundsOptions: { padding: 40, maxZoom: 12 } } : start
      }
      mapStyle={styleUrl ?? order}
      attributionControl={false}
      // Two fingers are for the map and one is for the page; a wheel without a key scrolls the page.
      cooperativeGestures
      dragRotate={false}
      touchPitch={false}
      pitchWithRotate={false}
      maxZoom={isBuiltIn ? 13 : 18}
      locale={{ 'Map.Title': label }}
      fadeDuration={0}
      onLoad={({ target }) => {
        setIsLoaded(true);
        setZoom(target.getZoom());
      }}
      onZoomEnd={({ viewState }) => setZoom(viewState.zoom)}
      {...(onIdle && { onIdle })}
      // A tile that is missing later is a hole in the map; a map that never came is none.
      onError={({ error }) => !isLoaded && onError(error)}
    >
      {isBuiltIn ? <BuiltInLayers zoom={zoom} onError={onError} /> : <Attributions />}
      {children}
      <ZoomButtons />
      {isBuiltIn && (
        <Credit>
          {fill(texts.mapCredit, {
            geoNames: <ExternalLink href="https://www.geonames.org/">{texts.geoNames}</ExternalLink>,
          })}
        </Credit>
      )}
    </MapLibre>
  );
}

const Credit = ({ children }: { children: ReactNode }) => (
  <p className="absolute right-0 bottom-0 rounded-tl-sm bg-surface/85 px-1.5 font-sans text-muted text-xs">
    {children}
  </p>
);

/** The attributions of a style's sources. MapLibre's own control parses them as HTML. */
function Attributions() {
  const { current: map } = useMap();
  const [parts, setParts] = useState<AttributionPart[]>([]);
  useEffect(() => {
    if (!map) return;
    const update = () => {
      const sources = Object.keys(map.getStyle()?.sources ?? {});
      const html = sources.flatMap((id) => map.getSource(id)?.attribution ?? []);
      setParts(attributionParts([...new Set(html)].join(' | ')));
    };
    update();
    map.on('sourcedata', update);
    return () => void map.off('sourcedata', update);
  }, [map]);
  if (parts.length === 0) return null;
  return (
    <Credit>
      {parts.map(({ text, href }, index) =>
        href === undefined ? (
          text
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- two parts may be the same
          <ExternalLink key={index} href={href}>
            {text}
          </ExternalLink>
        ),
      )}
    </Credit>
  );
}

function ZoomButtons() {
  const { current: map } = useMap();
  return (
    <div className="absolute top-2.5 right-2.5 flex flex-col gap-1.5">
      <IconButton label={texts.zoomIn} variant="secondary" onClick={() => map?.zoomIn()}>
        <Plus />
      </IconButton>
      <IconButton label={texts.zoomOut} variant="secondary" onClick={() => map?.zoomOut()}>
        <Minus />
      </IconButton>
    </div>
  );
}

interface BuiltInLayersProps {
  zoom: number;
  onError: (error: unknown) => void;
}

function BuiltInLayers({ zoom, onError }: BuiltInLayersProps) {
  const colors = useMapColors();
  const world = usePiece('world', zoom, onError);
  // Without these the map is coarser, and still a map.
  const regions = usePiece('regions', zoom);
  const counties = usePiece('counties', zoom);
  const cities = usePiece('cities', zoom);
  return (
    <>
      <Layer
        id="water"
        type="background"
        paint={{ 'background-color': colors.water }}
        beforeId="over-water"
      />
      <GeoJson id="countries" data={world?.countries}>
        <Layer id="land" type="fill" paint={{ 'fill-color': colors.land }} beforeId="over-land" />
        <Layer
          id="countries"
          type="line"
          filter={['step', ['zoom'], true, 3, ['!', ['in', ['get', 'id'], ['literal', withRegions]]]]}
          paint={lineOf(colors, 1)}
          beforeId="over-lines"
        />
      </GeoJson>
      <GeoJson id="lakes" data={world?.lakes}>
        <Layer id="lakes" type="fill" paint={{ 'fill-color': colors.water }} beforeId="over-lakes" />
      </GeoJson>
      <GeoJson id="regions" data={regions}>
        <Layer id="regions" type="line" paint={lineOf(colors, 0.8)} beforeId="over-lines" />
      </GeoJson>
      <GeoJson id="counties" data={zoom < nearEnough.counties ? undefined : counties}>
        <Layer id="counties" type="line" paint={lineOf(colors, 0.4)} beforeId="over-lines" />
      </GeoJson>
      <GeoJson id="cities" data={cities}>
        <Layer
          id="cities"
          type="symbol"
          filter={['<=', ['get', 'rank'], ['step', ['zoom'], 1, 4, 2, 6, 3, 7.5, 4, 9, 5]]}
          layout={{
            'text-field': ['get', 'name'],
            'text-font': ['sans-serif'],
            'text-size': ['-', 14.5, ['get', 'rank']],
            'symbol-sort-key': ['get', 'rank'],
            'text-padding': 6,
          }}
          paint={{ 'text-color': colors.label, 'text-halo-color': colors.land, 'text-halo-width': 1.5 }}
          beforeId="over-names"
        />
      </GeoJson>
    </>
  );
}

/** Countries whose regions have finer borders, which two lines side by side would only blur. */
const withRegions = ['AU', 'CA', 'GB', 'JP', 'US'].map((code) => `country:${code}`);

const lineOf = ({ border }: MapColors, width: number) => ({ 'line-color': border, 'line-width': width });

/** Shapes and the layers that draw them; nothing until the shapes are there. */
function GeoJson({
  id,
  data,
  children,
}: {
  id: string;
  data: FeatureCollection | undefined;
  children: ReactNode;
}) {
  if (!data) return null;
  return (
    <Source id={id} type="geojson" data={data}>
      {children}
    </Source>
  );
}

/** A part of the map, fetched when the map is near enough; one that failed is tried again with the next zoom. */
function usePiece<Name extends PieceName>(name: Name, zoom: number, onError?: (error: unknown) => void) {
  const [piece, setPiece] = useState<Piece<Name>>();
  const isWanted = piece === undefined && zoom >= nearEnough[name];
  // oxlint-disable-next-line react/exhaustive-deps -- the zoom is when to try again
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    loadPiece(name).then(
      (came) => !isGone && setPiece(() => came),
      (error: unknown) => !isGone && onError?.(error),
    );
    return () => {
      isGone = true;
    };
  }, [name, isWanted, zoom, onError]);
  return piece;
}
