import type { Preloader, ImageSource, Progress } from './preload.js';
import './shared/flight.js';

/** The properties of an `<img>` in JSX. React sets them in this order: nothing starts before all is said. */
interface ImageProps {
    readonly crossOrigin?: 'anonymous' | 'use-credentials';
    readonly referrerPolicy?: ReferrerPolicy;
    readonly sizes?: string;
    readonly srcSet?: string;
    readonly src: string;
}
/** An image that was loaded and decoded. */
interface LoadedImage {
    /** For JSX: `<img {...props} alt="…" />` shows the image without another request. */
    readonly props: ImageProps;
    /** The loaded element itself. The hook holds it until the component unmounts. */
    readonly element: HTMLImageElement;
}

/** How a hook loads. */
interface HookOptions {
    /** Whose queue the images go through. Default: the page's own. Must be the same object in each render. */
    readonly images?: Pick<Preloader, 'load' | 'preload'> | undefined;
}

/** What `useImage` returns. */
type ImageState = {
    readonly status: 'loading';
    readonly props?: undefined;
    readonly element?: undefined;
} | ({
    readonly status: 'done';
} & LoadedImage) | {
    readonly status: 'failed';
    /** Why the image did not come. */
    readonly error: unknown;
    readonly props?: undefined;
    readonly element?: undefined;
};
/**
 * Loads an image now, ahead of all that is preloaded, and says what to render. The load ends when the component
 * unmounts or asks for another image, unless others want the same one. On a server it is `loading`.
 *
 * @example
 * const image = useImage('1.jpg');
 * return image.props ? <img {...image.props} alt="…" /> : <Spinner />;
 */
declare function useImage(source: ImageSource, { images }?: HookOptions): ImageState;

/** What `usePreload` returns. */
interface Preloading {
    readonly progress: Progress;
    /** Those that have come, in the order of the list, without those that failed. */
    readonly images: readonly LoadedImage[];
}
/**
 * Preloads a list of images one after another when the page is not busy. Those that have come are held while the
 * component is mounted. Another list starts anew: what is loading goes on if it is in both. On a server, and before
 * the component has mounted, all of the list is left.
 *
 * @example
 * const { progress, images } = usePreload(['1.jpg', '2.jpg']);
 */
declare function usePreload(sources: readonly ImageSource[], { images }?: HookOptions): Preloading;

/**
 * Loads an image now and suspends the component until it can be shown. Throws what the load rejects with, for the
 * next error boundary. On a server it suspends nothing: the HTML has the `<img>`, which stays until the page has it.
 *
 * @returns the properties of an `<img>` that shows the image without another request
 *
 * @example
 * const props = useSuspenseImage('1.jpg');
 * return <img {...props} alt="…" />;
 */
declare function useSuspenseImage(source: ImageSource, { images }?: HookOptions): ImageProps;

export { useImage, usePreload, useSuspenseImage };
export type { HookOptions, ImageProps, ImageState, LoadedImage, Preloading };
