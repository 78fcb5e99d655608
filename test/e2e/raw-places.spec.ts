import { expect, test } from './support/fixtures.ts';
import { watchRawPlaces } from './support/raw-places.ts';

test('a page that shows a place without its value is found, in texts and in names', async ({
  context,
  page,
  typedPlaces,
}) => {
  typedPlaces.push('{{model}}', '{{source}}', '{{tool}}');
  const raw = watchRawPlaces(context, ['{{tool}}']);
  await page.setContent('<p>Too long for {{model}}</p><button aria-label="Ask {{source}}"></button><p>{{tool}}</p>');
  expect(await raw()).toEqual(['Too long for {{model}}', 'Ask {{source}}']);
});
