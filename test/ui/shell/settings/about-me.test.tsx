// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ABOUT_ME_KEY } from '#flows/projects/about-me.ts';
import { AboutMeSetting } from '#ui/shell/settings/about-me-setting.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

/** The page of one window, and what the profile stores. */
async function shown() {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const { unmount } = await render(
    <WithServices services={data}>
      <AboutMeSetting />
    </WithServices>,
  );
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
  const stored = async () => (await world.db.settings.get(ABOUT_ME_KEY))?.value;
  const writeElsewhere = (text: string) => world.db.settings.put({ key: ABOUT_ME_KEY, value: text });
  return { field, stored, unmount, writeElsewhere };
}

it('passing through the field keeps what another window wrote', async () => {
  const { field, stored, writeElsewhere } = await shown();
  await writeElsewhere('I teach.');
  await waitFor(() => expect(field().value).toBe('I teach.'));
  await userEvent.click(field());
  await userEvent.tab();
  expect(await stored()).toBe('I teach.');
});

it('what is written is stored, also if the page goes while the field has the focus', async () => {
  const { field, stored, unmount } = await shown();
  await userEvent.type(field(), ' I fly. ');
  expect(field().value).toBe(' I fly. ');
  unmount();
  await waitFor(async () => expect(await stored()).toBe(' I fly. '));
});

it('spaces around it go when the field is left', async () => {
  const { field, stored } = await shown();
  await userEvent.type(field(), ' I cook. ');
  await userEvent.tab();
  await waitFor(async () => expect(await stored()).toBe('I cook.'));
  expect(field().value).toBe('I cook.');
});
