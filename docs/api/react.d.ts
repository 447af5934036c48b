import type { Preloader, ImageSource, Progress } from './preload.js';
import './shared/flight.js';

/** Options of a hook. */
interface HookOptions {
    /** The preloader whose queue is used. Default: the page's own. It must be the same object in each render. */
    readonly images?: Pick<Preloader, 'load' | 'preload'> | undefined;
}

/**
 * The properties of an `<img>` in JSX. React sets them in this order, with `src` last, because `src` starts the
 * request.
 */
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

/** The result of `useImage`. */
type ImageState = {
    readonly status: 'loading';
    readonly props?: undefined;
    readonly element?: undefined;
} | ({
    readonly status: 'done';
} & LoadedImage) | {
    readonly status: 'failed';
    /** Why the image failed. */
    readonly error: unknown;
    readonly props?: undefined;
    readonly element?: undefined;
};
/**
 * Loads an image now, before all preloads, and returns the properties to render. The load is aborted when the component
 * unmounts or asks for another image, unless other callers want the same one. On a server the status is `loading`.
 *
 * @example
 * const image = useImage('1.jpg');
 * return image.props ? <img {...image.props} alt="…" /> : <Spinner />;
 */
declare function useImage(source: ImageSource, options?: HookOptions): ImageState;

/** The result of `usePreload`. */
interface Preloading {
    readonly progress: Progress;
    /**
     * The images that have loaded, in the order of the list, without those that failed. Each is here when none before it
     * is still loading.
     */
    readonly images: readonly LoadedImage[];
}
/**
 * Preloads a list of images one after another when the page is not busy. Loaded images are held while the component is
 * mounted. Another list starts a new group; images that are in both lists go on loading, or are still returned. On a
 * server, and before the component has mounted, all images of the list are left. Throws a `TypeError` for a list that is
 * no array. The next error boundary gets one for a wrong source in the list.
 *
 * @example
 * const { progress, images } = usePreload(['1.jpg', '2.jpg']);
 */
declare function usePreload(sources: readonly ImageSource[], options?: HookOptions): Preloading;

/**
 * Loads an image now and suspends the component until the image can be shown. When the load rejects, throws its error
 * for the next error boundary. On a server it does not suspend: the HTML has the `<img>`, which stays until the page
 * has loaded it.
 *
 * React does not say when a suspended component is no longer needed, so its image is loaded to the end.
 *
 * @returns the properties of an `<img>` that shows the image without another request
 *
 * @example
 * const props = useSuspenseImage('1.jpg');
 * return <img {...props} alt="…" />;
 */
declare function useSuspenseImage(source: ImageSource, options?: HookOptions): ImageProps;

export { useImage, usePreload, useSuspenseImage };
export type { HookOptions, ImageProps, ImageState, LoadedImage, Preloading };
