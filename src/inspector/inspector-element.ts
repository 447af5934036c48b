// <coflight-inspector>: a button that opens the panel, and the panel.

import { make } from './dom.ts';
import { Panel } from './panel.ts';
import { checkSources, type Sources } from './sources.ts';
import { style } from './style.ts';

export const tagName = 'coflight-inspector';

/**
 * The element `<coflight-inspector>`. It is docked at the bottom of the window, or stands where it is with the
 * attribute `inline`. `open` shows the panel; `theme` is `light` or `dark`, by default what the user prefers.
 */
export interface InspectorElement extends HTMLElement {
  /** True while the panel is open. It listens to nothing while it is closed. Mirrors the attribute. */
  open: boolean;
  /** Sets the sources that are inspected. Throws a TypeError for something else. */
  inspect(sources: Sources): void;
  /** Returns the recording, and the rows that are shown. */
  toJSON(): object;
}

declare global {
  interface HTMLElementTagNameMap {
    'coflight-inspector': InspectorElement;
  }
}

/**
 * Defines the element, once. Does nothing where there is no document, or one without style sheets of scripts (older
 * jsdom).
 */
export function defineInspector(): void {
  if ('replaceSync' in Object(globalThis.CSSStyleSheet?.prototype) && !customElements.get(tagName))
    customElements.define(tagName, elementClass());
}

/** Made late: on a server there is nothing to extend. */
function elementClass(): CustomElementConstructor {
  return class extends HTMLElement implements InspectorElement {
    static readonly observedAttributes = ['open'];
    readonly #root: ShadowRoot = this.attachShadow({ mode: 'open' });
    readonly #panel: Panel;
    readonly #opener: HTMLElement;

    constructor() {
      super();
      this.adoptedCallback();
      this.#opener = make(
        'button',
        { class: 'opener', click: () => this.#toggle(true), 'aria-label': 'Open the coflight inspector' },
        'coflight',
      );
      this.#panel = new Panel(() => this.#toggle(false));
      // A page cannot see that the text field has the focus, and would take what is typed for its shortcuts.
      for (const type of ['keydown', 'keypress', 'keyup'])
        this.#panel.element.addEventListener(type, (event) => event.stopPropagation());
      this.#root.append(this.#opener, this.#panel.element);
    }

    get open(): boolean {
      return this.hasAttribute('open');
    }

    set open(isOpen: boolean) {
      this.toggleAttribute('open', isOpen);
    }

    inspect(sources: Sources): void {
      this.#panel.inspect(checkSources(sources));
    }

    toJSON(): object {
      return this.#panel.toJSON();
    }

    /** Makes the style sheet. It belongs to one document: an element that moves to another one loses it. */
    adoptedCallback(): void {
      const { defaultView } = this.ownerDocument;
      if (!defaultView) return;
      const sheet = new defaultView.CSSStyleSheet();
      sheet.replaceSync(style);
      this.#root.adoptedStyleSheets = [sheet];
    }

    connectedCallback(): void {
      this.#update();
    }

    disconnectedCallback(): void {
      this.#panel.isOpen = false;
    }

    attributeChangedCallback(): void {
      if (this.isConnected) this.#update();
    }

    #update(): void {
      if (this.#panel.isOpen !== this.open) this.#panel.isOpen = this.open;
      this.#panel.element.hidden = !this.open;
      this.#opener.hidden = this.open;
    }

    /** When its button opens it, the focus moves to the place where the user continues. */
    #toggle(isOpen: boolean): void {
      this.open = isOpen;
      (isOpen ? this.#panel : this.#opener).focus();
    }
  };
}
