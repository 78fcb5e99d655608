import { expect, it } from 'vitest';
import { openContainer } from '#transfer/container.ts';
import { zipped } from './zip/zips.ts';

it('looks into the files of a folder side by side, and keeps their order', async () => {
  let [open, most] = [0, 0];
  const slow = (content: BlobPart, name: string) => {
    const file = new File([content], name);
    const slice = file.slice.bind(file);
    file.slice = (...range) => {
      const begin = slice(...range);
      const bytes = begin.arrayBuffer.bind(begin);
      begin.arrayBuffer = async () => {
        most = Math.max(most, ++open);
        const read = await bytes();
        open--;
        return read;
      };
      return begin;
    };
    return { file, path: `folder/${name}` };
  };
  const zip = await zipped([['inside.json', '{}']]);
  const picked = [
    slow('{}', 'a.json'),
    slow(zip, 'b.zip'),
    ...Array.from({ length: 200 }, (_, index) => slow('{}', `c${index}.json`)),
  ];
  const { files } = await openContainer(picked);
  expect(files.slice(0, 3).map(({ name }) => name)).toEqual([
    'folder/a.json',
    'folder/b.zip/inside.json',
    'folder/c0.json',
  ]);
  expect(files).toHaveLength(202);
  expect(most).toBeGreaterThan(1);
});
