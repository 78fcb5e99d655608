/** Whether the bytes of a file are text, which every model can take. */
export function isTextFile({ mime }: { mime: string }): boolean {
  return /^text\/|[/+](json|xml|yaml|toml|javascript|typescript|x-sh|sql|csv)$/i.test(mime);
}
