// Package quota answers one question: has this account used its allowance of today?
package quota
