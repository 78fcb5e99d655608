import type { SessionTarget } from '#storage/rows.ts';

export interface ModelPickerProps {
  value: SessionTarget | null;
  onChange: (target: SessionTarget) => void;
  /** Opens on mount and when it becomes true; for the shortcut. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  disabled?: boolean;
  /** Where the list opens. Default below. */
  side?: 'top' | 'bottom';
}

export function ModelPicker(_: ModelPickerProps) {
  return null;
}
