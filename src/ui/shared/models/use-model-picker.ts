import { useMemo } from 'react';
import type { SessionTarget } from '#storage/rows.ts';
import { useFavoriteModels, useRecentModels, useRememberModel } from '#ui/data/preferences.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useModels } from '#ui/data/use-models.ts';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useUnlock } from '#ui/shared/secrets/unlock.tsx';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { modelGroups, sameModel, type PickerGroup, type PickerItem } from './model-groups.ts';

interface PickerChoices {
  groups: PickerGroup[];
  /** The item of the current value, if it is listed. */
  selected: PickerItem | null;
  /** Chooses a model, or leads to what it still needs. */
  choose: (item: PickerItem | null) => void;
  isFavorite: (item: PickerItem) => boolean;
  toggleFavorite: (item: PickerItem) => void;
}

/** The models to choose from, and what choosing one does. A choice keeps the requested thinking level. */
export function useModelPicker(
  value: SessionTarget | null,
  query: string,
  onChange: (target: SessionTarget) => void,
): PickerChoices {
  const choices = useModels();
  const { connections } = useConnections();
  const { secrets } = useSecretsState();
  const unlock = useUnlock();
  const [recent] = useRecentModels();
  const remember = useRememberModel();
  const [favorites, setFavorites] = useFavoriteModels();

  const groups = useMemo(
    () => modelGroups({ choices, connections: connections ?? [], favorites, recent, query }),
    [choices, connections, favorites, recent, query],
  );
  const selected = useMemo(
    () => groups.flatMap((group) => group.items).find((item) => value && isChoice(item, value)) ?? null,
    [groups, value],
  );
  const targetOf = (item: PickerItem & { kind: 'model' | 'as-is' }): SessionTarget => ({
    connection: item.connection.id,
    model: item.kind === 'model' ? item.model.id : item.id,
    thinking: value?.thinking ?? 'medium',
  });
  const isFavorite = (item: PickerItem) => favorites.some((target) => isChoice(item, target));

  return {
    groups,
    selected,
    choose(item) {
      if (!item) return;
      if (item.kind === 'setup') {
        if (secrets?.locked) unlock();
        else navigate({ name: 'settings', page: 'vendors', focus: item.connection.id });
        return;
      }
      const target = targetOf(item);
      remember(target);
      onChange(target);
    },
    isFavorite,
    toggleFavorite(item) {
      if (item.kind !== 'model') return;
      const target = targetOf(item);
      setFavorites(isFavorite(item) ? favorites.filter((one) => !sameModel(one, target)) : [...favorites, target]);
    },
  };
}

/** Whether the item is the target's model. */
export const isChoice = (item: PickerItem, target: SessionTarget) =>
  item.kind === 'model' && sameModel({ connection: item.connection.id, model: item.model.id }, target);
