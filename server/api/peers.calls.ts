import { z } from 'zod'
import * as igloo from '#contract/igloo.ts'
import { http } from '#contract/messages.ts'
import * as operations from '#contract/operations.ts'
import { errorAnswer } from '#contract/operations.ts'
import * as peers from '#contract/peers.ts'
import { nameRequest } from '#contract/rules.ts'
import type { Route } from '#http/route.ts'

/** The other members: their state, and what each may do. */
export const peersCalls = {
  peers: {
    method: 'get',
    path: '/api/peers',
    scope: 'read',
    limit: 'request',
    summary: 'The other members, and their state',
    answers: { 200: peers.peersAnswer, 400: errorAnswer },
  },
  self: {
    method: 'get',
    path: '/api/peers/self',
    scope: 'read',
    limit: 'request',
    summary: 'Our own key, and what the owner should know',
    answers: { 200: peers.selfAnswer, 400: errorAnswer },
  },
  ping: {
    method: 'post',
    path: '/api/peers/ping',
    scope: 'read',
    limit: 'request',
    summary: 'Ping all peers, or one',
    body: peers.pingRequest,
    misfit: http.invalidTarget,
    answers: {
      200: z.union([peers.pingAllAnswer, peers.pingOneAnswer]),
      400: errorAnswer,
      503: errorAnswer,
    },
  },
  diagnostics: {
    method: 'post',
    path: '/api/peers/diagnostics',
    scope: 'read',
    limit: 'request',
    summary: 'Ping in three rounds a second apart: losses and spread',
    answers: { 200: z.object({ results: z.array(peers.pingDiagnosis) }), 503: errorAnswer },
  },
  monitor: {
    method: 'post',
    path: '/api/peers/monitor',
    scope: 'admin',
    limit: 'request',
    summary: 'Start or stop the ping monitor',
    body: operations.monitorRequest,
    answers: { 200: operations.monitorAnswer, 400: errorAnswer, 503: errorAnswer },
  },
  group: {
    method: 'get',
    path: '/api/peers/group',
    scope: 'read',
    limit: 'request',
    summary: "The group's key, and how many of how many shares it needs",
    answers: { 200: igloo.groupAnswer, 400: errorAnswer },
  },
  policies: {
    method: 'get',
    path: '/api/peers/policies',
    scope: 'admin',
    limit: 'request',
    summary: 'The policies that are set, as igloo-server says them',
    answers: { 200: igloo.iglooPolicies, 400: errorAnswer },
  },
  policy: {
    method: 'get',
    path: '/api/peers/:pubkey/policy',
    scope: 'admin',
    limit: 'request',
    summary: 'What a peer may do',
    answers: { 200: operations.peerPolicyAnswer, 400: errorAnswer, 404: errorAnswer },
  },
  setPolicy: {
    method: 'put',
    path: '/api/peers/:pubkey/policy',
    scope: 'admin',
    limit: 'request',
    confirm: ({ allowSend, allowReceive, denied }: operations.PolicyUpdate) =>
      denied !== undefined || [allowSend, allowReceive].some((can) => can === true || can === null),
    summary: 'Set what a peer may do, or part of it; in force at once',
    body: operations.policyUpdate,
    answers: { 200: operations.peerPolicyAnswer, 400: errorAnswer, 404: errorAnswer },
  },
  deletePolicy: {
    method: 'delete',
    path: '/api/peers/:pubkey/policy',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Go back to the policy from the environment, or to the default',
    answers: { 200: operations.policyRemoved, 400: errorAnswer, 404: errorAnswer },
  },
  namePeer: {
    method: 'put',
    path: '/api/peers/:pubkey/name',
    scope: 'admin',
    limit: 'request',
    summary: 'What a peer is called here; empty: its key only',
    body: nameRequest,
    answers: { 200: peers.nameAnswer, 400: errorAnswer, 404: errorAnswer },
  },
  setPeerGenerations: {
    method: 'put',
    path: '/api/peers/:pubkey/generations',
    scope: 'admin',
    limit: 'request',
    confirm: ({ allowV1 }: { allowV1: boolean }) => allowV1,
    summary:
      'Set whether a peer heard in 2026 is asked and answered in 1.x all the same, where three ' +
      'signatures give this share away; in force at once',
    body: operations.peerProtocolsRequest,
    answers: { 200: operations.peerProtocolsAnswer, 400: errorAnswer, 404: errorAnswer },
  },
} satisfies Record<string, Route>
