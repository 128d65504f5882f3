import { afterEach, expect, it } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { Title } from './title.tsx';

const { render } = createTestRoot();
const before = document.title;
afterEach(() => {
  document.title = before;
});

it('keeps the product behind a name that is written from right to left', async () => {
  await render(<Title>Maria Fernandes</Title>);
  expect(document.title).toBe('Maria Fernandes · Gatherwell');
  await render(<Title>ليلى حداد</Title>);
  expect(document.title).toBe('\u2068ليلى حداد\u2069 · Gatherwell');
});
