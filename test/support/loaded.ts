/** Resolves with the event when an image has loaded or failed. It must not have done so before. */
export const loaded = (image: HTMLImageElement): Promise<Event> =>
  new Promise((resolve) => {
    image.onload = image.onerror = (event) => resolve(event as Event);
  });

/** Lets the body of a picture go. Resolves when the image shows it. */
export const opened = (
  picture: { readonly open: (gate: 'body') => Promise<unknown> } | undefined,
  image: HTMLImageElement,
): Promise<unknown> => Promise.all([loaded(image), picture?.open('body')]);
