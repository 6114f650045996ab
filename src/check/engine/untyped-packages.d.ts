// Packages that bring no types. Only what Furrow calls is declared.

declare module "html-encoding-sniffer" {
  interface Sniffing {
    readonly xml?: boolean;
    readonly transportLayerEncodingLabel?: string;
    readonly defaultEncoding?: string;
  }
  /** Name of an encoding of the Encoding standard. */
  export default function sniffEncoding(bytes: Uint8Array, options?: Sniffing): string;
}

declare module "sax" {
  interface Tag {
    readonly name: string;
    readonly attributes: Readonly<Record<string, string>>;
    readonly isSelfClosing: boolean;
  }
  interface SaxParser {
    /** Line of the source, from 0. */
    readonly line: number;
    error: Error | null;
    onerror: (error: Error) => void;
    ondoctype: (text: string) => void;
    onopentag: (tag: Tag) => void;
    onclosetag: (name: string) => void;
    ontext: (text: string) => void;
    oncdata: (text: string) => void;
    write(text: string): SaxParser;
    resume(): SaxParser;
    close(): SaxParser;
  }
  const sax: {
    MAX_BUFFER_LENGTH: number;
    /** With `strictEntities` the entities of HTML are errors, as XML demands. */
    parser(isStrict: boolean, options: { readonly strictEntities: boolean }): SaxParser;
  };
  export default sax;
}
