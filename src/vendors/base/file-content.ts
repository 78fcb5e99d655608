export const dataUrl = (file: { mime: string; data: string }): string => `data:${file.mime};base64,${file.data}`;
