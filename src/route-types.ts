// Infers the types of routes' functions and links from patterns and codecs. Types only.

import type { Outcome } from './outcome.ts'
import type { Codec, List, Optional } from './params.ts'
import type { PatternParams } from './pattern.ts'

/** No keys: the type of a route without declarations. */
export type Empty = Record<never, never>

/** Joins intersected records into one, so that messages and hovers show plain keys. */
export type Simplify<T> = { [K in keyof T]: T[K] } & {}

/** Codecs for params; a param without one is text. */
export type ParamCodecs<P extends string> = {
  readonly [K in keyof PatternParams<P>]?: Codec<unknown>
}

export type SearchCodec = Codec<unknown> | Optional<unknown> | List<unknown>

export type SearchCodecs = Readonly<Record<string, SearchCodec>>

export type ParamValues<P extends string, M> = {
  [K in keyof PatternParams<P>]: K extends keyof M
    ? M[K] extends Codec<infer T>
      ? PatternParams<P>[K] extends readonly string[]
        ? T[]
        : T
      : PatternParams<P>[K]
    : PatternParams<P>[K]
}

/** A synchronous validator of Standard Schema (https://standardschema.dev/schema). */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    validate(value: unknown): SchemaResult | Promise<SchemaResult>
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined
  }
}

type SchemaResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly unknown[] }

export type SearchShape = SearchCodecs | StandardSchema

type SchemaTypes<S> = S extends StandardSchema ? NonNullable<S['~standard']['types']> : never

/** The values of search params as a route reads them. */
export type SearchValues<S> = S extends StandardSchema
  ? SchemaTypes<S>['output']
  : {
      readonly [K in keyof S]: S[K] extends List<infer T>
        ? readonly T[]
        : S[K] extends Optional<infer T>
          ? T | S[K]['fallback']
          : S[K] extends Codec<infer T>
            ? T
            : never
    }

type RequiredKeys<S> = {
  [K in keyof S]: S[K] extends { fallback: unknown } | { repeats: true } ? never : K
}[keyof S]

/** The values of search params for `href`; optional ones may be left out. */
export type SearchInput<S> = S extends StandardSchema
  ? SchemaTypes<S>['input']
  : {
      readonly [K in RequiredKeys<S> & keyof SearchValues<S>]: SearchValues<S>[K]
    } & {
      readonly [K in Exclude<keyof S, RequiredKeys<S>> & keyof SearchValues<S>]?:
        | SearchValues<S>[K]
        | undefined
    }

/** The type of a loader's data, without outcomes. */
export type Data<R> = Exclude<Awaited<R>, Outcome>
