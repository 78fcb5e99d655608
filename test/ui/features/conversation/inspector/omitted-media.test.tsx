// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createSession } from '#storage/session-repository.ts';
import { putOverlays } from '#storage/overlay-repository.ts';
import { OmittedMedia } from '#ui/features/conversation/inspector/omitted-media.tsx';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { practiceTarget } from '#test/vendors/practice-lab.ts';
import { render } from '../../../support/render.tsx';
import { press } from '../../../support/user.ts';

const target = practiceTarget('practice-claude');
const BUTTON = { name: 'Send the images and files again' };

it('sends pictures again that the vendor refused, and takes that back', async () => {
  const db = await openTestDatabase();
  const { id: sessionId } = await createSession(db, { target: null, at: 1 });
  const omits = (id: string, message: string, vendor: string) => ({
    id,
    sessionId,
    target: { message, part: 0 },
    kind: 'omit-media',
    reason: 'The image is bad.',
    data: { vendor, endpoint: target.endpoint },
    at: 1,
  });
  await putOverlays(db, [
    omits('a', 'sent', target.vendor),
    omits('b', 'sent', 'openai'),
    omits('c', 'on another branch', target.vendor),
  ]);
  const stored = async () => (await db.overlays.toArray()).map(({ id }) => id).toSorted();
  await render(
    <WithServices services={{ db, problems: onlyWith({}), onUnreadableRow: () => undefined }}>
      <OmittedMedia next={{ sessionId, target }} notes={[{ rule: 'omit-media', message: 'sent' }]} />
    </WithServices>,
  );
  await screen.findByRole('button', BUTTON);
  await press(BUTTON.name);
  await waitFor(() => expect(screen.queryByRole('button', BUTTON)).toBeNull());
  expect(await stored()).toEqual(['b', 'c']);

  await press('Undo');
  await screen.findByRole('button', BUTTON);
  expect(await stored()).toEqual(['a', 'b', 'c']);
});
