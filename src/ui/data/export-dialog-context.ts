import { createContext, use } from 'react';

export interface ExportDialogScene {
  /**
   * Opens the dialog that asks for the export format of these conversations, or for what of the first is printed, or the
   * system's share menu for the first.
   */
  show: (sessions: readonly string[], as?: 'paper' | 'share') => void;
  open: boolean;
}

export const ExportDialogContext = createContext<ExportDialogScene | null>(null);

export function useExportDialogScene(): ExportDialogScene {
  const scene = use(ExportDialogContext);
  if (!scene) throw new Error('ExportDialogContext is missing');
  return scene;
}

/** `const exportThem = useExportDialog(); exportThem([session.id])` */
export const useExportDialog = (): ExportDialogScene['show'] => useExportDialogScene().show;
