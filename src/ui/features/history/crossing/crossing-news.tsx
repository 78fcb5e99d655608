import { useEffect, useRef } from 'react';
import { crossingEndpoints } from '#contract/crossing.ts';
import { snapshotEndpoints } from '#contract/snapshot.ts';
import { findLeft, findOffer, otherSide } from '#state/crossing.ts';
import { useServices } from '#ui/data/services.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { parseRoute } from '#ui/shared/navigation/route.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useSide } from './use-crossing.ts';

const SHOWN_MS = 30_000;

/** The page that offers it is open already. */
const isShown = () => {
  const route = parseRoute(location.hash);
  return route.name === 'settings' && route.page === 'history';
};

/** Says once per start that the other side left everything, which was not brought here yet. */
export function CrossingNews() {
  const t = useT('crossing');
  const toast = useToast();
  const here = useSide();
  const { log } = useServices();
  const crossing = useHostGroup(crossingEndpoints);
  const snapshots = useHostGroup(snapshotEndpoints);
  const asked = useRef(false);
  useEffect(() => {
    if (here === null || asked.current) return;
    asked.current = true;
    const look = async () => {
      const list = await snapshots.list();
      // Mostly nothing was left, and then it doesn't matter what was brought.
      if (findLeft(list.snapshots, otherSide(here)) === null) return;
      if (findOffer(list.snapshots, await crossing.crossing(), here) === null || isShown()) return;
      toast({
        id: 'crossing',
        title: t(`news.title.${otherSide(here)}`),
        action: {
          label: t('news.open'),
          run: () => navigate({ name: 'settings', page: 'history', focus: 'crossing' }),
        },
        timeout: SHOWN_MS,
      });
    };
    look().catch((error: unknown) => log.log.write('warn', 'crossing-not-read', { error }));
  }, [here, crossing, snapshots, toast, t, log]);
  return null;
}
