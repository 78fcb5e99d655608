import { SquarePen } from 'lucide-react';
import { useServices } from '#ui/data/services.ts';
import { useModels } from '#ui/data/use-models.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useAssistants } from '#ui/shared/library/use-library.ts';
import type { PaletteItem } from '#ui/shared/palette/palette-groups.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { useFrame, useFrameSessions } from '#ui/shell/scene/frame-context.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';

/** Chooses a model for the shown conversation. */
export function useModelItems(): PaletteItem[] {
  const models = useModels();
  const { flows } = useServices();
  const attempt = useAsyncAction();
  const { current: session } = useFrameSessions();
  if (!session) return [];
  return models.map(({ model, connection }) => ({
    key: `model ${connection.id} ${model.id}`,
    label: model.label,
    keywords: `${model.id} ${connection.label}`,
    icon: <VendorMark vendor={connection.vendor} practice={connection.practice} />,
    note: connection.label,
    run: () => void attempt(flows.setTarget(session.id, { connection: connection.id, model: model.id })),
  }));
}

/** Starts a conversation with an assistant. */
export function useAssistantItems(): PaletteItem[] {
  const library = useT('library');
  const assistants = useAssistants();
  const { actions } = useFrame();
  return assistants.map((assistant) => ({
    key: `assistant ${assistant.id}`,
    label: library('palette.begin', { name: assistant.name }),
    icon: <SquarePen />,
    run: () => void actions.newChatWith(assistant),
  }));
}
