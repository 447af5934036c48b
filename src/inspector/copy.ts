/** Copies a text. Resolves with false where the page may not use the clipboard of this window. */
export async function copyText(text: string, { navigator }: Window): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
